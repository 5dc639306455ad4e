import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'

/** Build machines often run without a home folder, or with one that cannot be written to. */
export const homeIsWritable = () => {
  try {
    accessSync(homedir(), constants.W_OK)
    return true
  } catch {
    return false
  }
}
