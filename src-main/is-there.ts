import { stat } from 'node:fs/promises'

/** Whether there is a file or a folder, as far as it can be looked at. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
