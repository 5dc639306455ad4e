/**
 * Repeats a write until it succeeds: a line that may be on the disk, although its write failed, is taken back.
 * @param rest pauses between two attempts, which are counted from 0 @returns false: stopped before it was written
 */
export async function untilWritten(
  write: () => Promise<unknown>,
  rest: (attempt: number) => Promise<void>,
  isStopped: () => boolean,
): Promise<boolean> {
  for (let attempt = 0; !isStopped(); attempt++) {
    const isWritten = await write().then(
      () => true,
      () => false,
    )
    if (isWritten) return true
    await rest(attempt)
  }
  return false
}
