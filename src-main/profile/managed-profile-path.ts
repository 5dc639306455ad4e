import { join } from 'node:path'

/** Where an administrator of many computers puts the profile. Cashiers have no permission to write there. */
export function managedProfilePath(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): string {
  switch (platform) {
    case 'win32':
      return join(env.ProgramData ?? 'C:\\ProgramData', 'Countertop', 'profile.json')
    case 'darwin':
      return '/Library/Application Support/Countertop/profile.json'
    default:
      return '/etc/countertop/profile.json'
  }
}
