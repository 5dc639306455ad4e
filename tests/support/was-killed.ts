/**
 * Whether a process ended by killing itself with SIGKILL. Windows has no signals: it ends with code 1.
 * @param exit the arguments of its event `exit`
 */
export const wasKilled = ([code, signal]: readonly unknown[]): boolean =>
  process.platform === 'win32' ? code === 1 : signal === 'SIGKILL'
