import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a counter that was used; Electron makes others by itself. */
const signs = ['settings.json', 'service-choice.json', 'sales', 'service', 'service-cad', 'staff']

/**
 * The folder of the counter's data on Windows; null: Electron's usual one. Electron chooses the folder that a company's
 * network copies to each computer on which the user signs in. Books, receipt numbers and keys belong to one computer:
 * as copies two computers would be the same counter, and the sales of one would replace those of the other. A counter
 * that already has its data there keeps it, unless this computer has data of its own: then it is that of another.
 *
 * @param usual Electron's folder for this program
 */
export function dataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  usual: string,
): string | null {
  const local = env.LOCALAPPDATA
  if (platform !== 'win32' || !local) return null
  const own = join(local, 'Countertop')
  return isUsed(own) || !isUsed(usual) ? own : null
}

const isUsed = (folder: string): boolean => signs.some((name) => existsSync(join(folder, name)))
