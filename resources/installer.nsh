; Included in the installer for Windows (electron-builder.yml).

; Any user of Windows may make a folder in ProgramData, and then owns it. The organisation's profile is read from there
; (src-main/profile/managed-profile-path.ts): only administrators may write it, also if a user made it before. By number,
; as the names are translated: S-1-5-18 is the system, S-1-5-32-544 the administrators, S-1-5-32-545 the users.
!macro customInstall
  SetShellVarContext all
  ; A user's link in its place would give the rights to another folder: only the link is removed (0x400, reparse point).
  System::Call 'kernel32::GetFileAttributes(t "$APPDATA\Countertop") i .r0'
  IntOp $0 $0 & 0x400
  IntCmp $0 0 +2
  RMDir "$APPDATA\Countertop"
  CreateDirectory "$APPDATA\Countertop"
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Countertop" /setowner *S-1-5-32-544 /L /Q'
  Pop $0
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Countertop" /inheritance:r /grant:r *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX /L /Q'
  Pop $0
  ; A file that a user made keeps rights of its own otherwise.
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Countertop\profile.json" /setowner *S-1-5-32-544 /L /Q'
  Pop $0
  nsExec::ExecToLog '"$SYSDIR\icacls.exe" "$APPDATA\Countertop\profile.json" /reset /L /Q'
  Pop $0
!macroend
