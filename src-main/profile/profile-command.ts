import { runFolderCommand } from '../process/folder-command.ts'
import { applyProfile } from './apply-profile.ts'

const usage = `Applies a settings profile to a counter that is not open.

  npm run profile:apply -- --folder DIR --profile FILE

--folder   the counter's data folder (COUNTERTOP_USER_DATA)
--profile  a file made with "Save a profile" on the page This computer

Prints the result in one line. Exit status: 0 if the counter has the settings of the profile, 1 if nothing was changed, 2 if
a file could not be read or written.`

export const runProfileCommand = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<0 | 1 | 2> =>
  runFolderCommand(
    {
      usage,
      options: { profile: { type: 'string' } },
      run: async ({ profile }, { folder }) =>
        profile === undefined
          ? 'usage'
          : applyProfile({ file: profile, folder, locale: env.LANG ?? 'en', isOpen: null, print }),
    },
    args,
    env,
    print,
  )
