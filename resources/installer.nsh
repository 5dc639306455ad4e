; Included in the installer for Windows (electron-builder.yml).

; Any user of Windows may make a folder in ProgramData, and then owns it. The organisation's profile is read from there
; (src-main/profile/managed-profile-path.ts): only administrators may write it. By number, as the names are translated:
; S-1-5-18 is the system, S-1-5-32-544 the administrators, S-1-5-32-545 the users.
!macro customInstall
  SetShellVarContext all
  CreateDirectory "$APPDATA\Countertop"
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Countertop" /setowner *S-1-5-32-544 /T /Q'
  Pop $0
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Countertop" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX /Q'
  Pop $0
!macroend
