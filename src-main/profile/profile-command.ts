import { parseArgs } from 'node:util'
import { readEnvironment } from '../environment.ts'
import { applyProfile } from './apply-profile.ts'

const usage = `Applies a settings profile to a counter that is not open.

  npm run profile:apply -- --folder DIR --profile FILE

--folder   where the counter keeps what is its own (COUNTERTOP_USER_DATA)
--profile  a file that "Save a profile" made, on the page This computer

Ends with 0 when the counter is as the profile says, with 1 when nothing was changed, with 2 when a file could not be read or
written. What happened is said in one line.`

export async function runProfileCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<0 | 1 | 2> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { folder: { type: 'string' }, profile: { type: 'string' }, help: { type: 'boolean' } },
    })
    const folder = values.folder ?? readEnvironment(env).userData
    if (values.help === true || folder === null || values.profile === undefined) {
      print(usage)
      return values.help === true ? 0 : 2
    }
    const locale = env.LANG ?? 'en'
    return await applyProfile({ file: values.profile, folder, locale, isOpen: null, print })
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 2
  }
}
