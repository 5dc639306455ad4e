import { constants } from 'node:fs'
import { dirname } from 'node:path'

export interface ProgramFiles {
  /** The program that runs. */
  readonly program: string
  /** The folder of the app's archive. */
  readonly resources: string
  /** The app's archive. */
  readonly archive: string
  /** The one file that an AppImage is; its inside is mounted read-only. */
  readonly image: string | null
}

/**
 * On Linux no fuse keeps the program from starting with an archive that somebody changed: what keeps it is that nobody
 * who runs it can write there. @returns those of its own files and folders that this user can change.
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
