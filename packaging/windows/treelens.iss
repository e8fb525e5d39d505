; An installer for Windows, made of dist\treelens by Inno Setup 6:
;   iscc /DVersion=0.1.0 packaging\windows\treelens.iss
; Installs for the user who runs it, without rights of an administrator; opens sessions by a double click.
#ifndef Version
  #error Say /DVersion=, as in pyproject.toml
#endif

[Setup]
AppId={{8B1F4A52-9C0E-4E0B-9B0D-2B7E6A1C7F35}
AppName=Treelens
AppVersion={#Version}
AppPublisher=The Treelens developers
DefaultDirName={autopf}\Treelens
DefaultGroupName=Treelens
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2
SolidCompression=yes
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=treelens-{#Version}-windows
SetupIconFile=..\..\build\folder\treelens\pictures\treelens.ico
UninstallDisplayIcon={app}\treelens-window.exe

[Tasks]
Name: path; Description: "Let command lines find treelens"

[Files]
Source: "..\..\dist\treelens\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Treelens"; Filename: "{app}\treelens-window.exe"
Name: "{group}\Treelens demo"; Filename: "{app}\treelens-window.exe"; Parameters: "demo"

[Registry]
Root: HKA; Subkey: "Software\Classes\.treelens"; ValueType: string; ValueData: "Treelens.Session"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\.treelens"; ValueType: string; ValueName: "Content Type"; ValueData: "application/x-treelens-session"
Root: HKA; Subkey: "Software\Classes\Treelens.Session"; ValueType: string; ValueData: "Treelens session"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Treelens.Session\DefaultIcon"; ValueType: string; ValueData: "{app}\treelens-window.exe,0"
Root: HKA; Subkey: "Software\Classes\Treelens.Session\shell\open\command"; ValueType: string; ValueData: """{app}\treelens-window.exe"" ""%1"""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: IsMissing('{app}')

[Run]
Filename: "{app}\treelens.exe"; Parameters: "--self-test"; Description: "Check the installation"; Flags: postinstall unchecked

[Code]
function IsMissing(Folder: string): Boolean;
var
  Path: string;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Path) then
    Path := '';
  Result := Pos(';' + Uppercase(ExpandConstant(Folder)) + ';', ';' + Uppercase(Path) + ';') = 0;
end;
