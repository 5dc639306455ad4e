import type { Log } from '../log.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import { followDamagedFiles } from './damaged-files.ts'

/** Logs each damaged file, and shows a notice at the counter's top until it is closed. */
export const showDamagedFiles = (snapshot: SnapshotPublisher, log: Log) =>
  followDamagedFiles((file) => {
    log.error({ ...file }, 'settings.file_damaged')
    const { attention } = snapshot.present()
    if (!attention.includes('files')) snapshot.update({ attention: [...attention, 'files'] })
  })
