/** Codes of disks that cannot flush a folder, such as some network drives: they need no flush, or have none. */
const codes: ReadonlySet<unknown> = new Set(['EINVAL', 'EBADF', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/** Whether flushing a folder failed because this disk has no such call. Any other failure is one. */
export const cannotFlushFolders = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.has(error.code)
