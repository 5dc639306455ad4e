import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceFolders } from './counter-parts.ts'
import { flushedMeanwhile } from './flushed-meanwhile.ts'

/** Makes complete copies of the running embedded service's databases, each as of one moment. */
export async function copyDatabases(from: string, to: string): Promise<readonly string[]> {
  const copied: string[] = []
  for (const service of serviceFolders) copied.push(...(await copyThose(service, from, to)))
  return copied
}

async function copyThose(service: string, from: string, to: string): Promise<readonly string[]> {
  const folder = join(from, service)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.db'))
  if (names.length === 0) return []
  await mkdir(join(to, service), { recursive: true })
  for (const name of names) {
    await copyDatabase(join(folder, name), join(to, service, name))
  }
  return names.map((name) => join(service, name))
}

/** Makes a complete copy of a database in use. */
export async function copyDatabase(from: string, copy: string): Promise<void> {
  // On a separate thread: a large database must not block the counter's windows.
  const { default: Libsql } = await import('libsql/promise')
  await rm(copy, { force: true })
  const database = new Libsql(from, { timeout: 5_000 })
  try {
    await flushedMeanwhile(copy, database.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`))
  } finally {
    database.close()
  }
}
