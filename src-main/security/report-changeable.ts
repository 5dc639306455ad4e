import type { Log } from '../log.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'

export async function reportChangeableFiles(snapshot: SnapshotPublisher, log: Log): Promise<void> {
  const { readInstallation } = await import('./installation.ts')
  const changeable = await readInstallation()
  if (changeable.length === 0) return
  log.error({ changeable }, 'app.program_changeable')
  snapshot.update({ program_changeable: true })
}
