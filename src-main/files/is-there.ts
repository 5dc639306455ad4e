import { stat } from 'node:fs/promises'

/** Whether a file or folder exists and can be accessed. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
