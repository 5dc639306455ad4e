import { runFolderCommand } from '../folder-command.ts'
import { applyProfile } from './apply-profile.ts'

const usage = `Applies a settings profile to a counter that is not open.

  npm run profile:apply -- --folder DIR --profile FILE

--folder   where the counter keeps what is its own (COUNTERTOP_USER_DATA)
--profile  a file that "Save a profile" made, on the page This computer

Ends with 0 when the counter is as the profile says, with 1 when nothing was changed, with 2 when a file could not be read or
written. What happened is said in one line.`

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
