import { constants } from 'node:fs'
import { dirname } from 'node:path'

export interface ProgramFiles {
  /** The running program. */
  readonly program: string
  /** The folder of the app's archive. */
  readonly resources: string
  /** The app's archive. */
  readonly archive: string
  /** The file of an AppImage, whose content is mounted read-only; null: not an AppImage. */
  readonly image: string | null
}

/**
 * On Linux no fuse prevents the program from starting with a modified archive, so its user must not be able to write
 * there. @returns the program's own files and folders that this user can change
 */
export async function changeableFiles(
  { program, resources, archive, image }: ProgramFiles,
  access: (path: string, mode: number) => Promise<void>,
): Promise<readonly string[]> {
  const own = image === null ? [dirname(program), program, resources, archive] : [image]
  const changeable = await Promise.all(
    own.map((path) =>
      access(path, constants.W_OK).then(
        () => [path],
        () => [],
      ),
    ),
  )
  return changeable.flat()
}
