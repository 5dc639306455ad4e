import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceFolders } from './counter-parts.ts'
import { flushedMeanwhile } from './flushed-meanwhile.ts'

/** Whole copies of the embedded service's databases, while it runs: each as it stood at one moment. */
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

/** A whole copy of one that is in use. */
export async function copyDatabase(from: string, copy: string): Promise<void> {
  // On a thread of its own: a large database must not keep the counter's windows waiting.
  const { default: Libsql } = await import('libsql/promise')
  await rm(copy, { force: true })
  const database = new Libsql(from, { timeout: 5_000 })
  try {
    await flushedMeanwhile(copy, database.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`))
  } finally {
    database.close()
  }
}
