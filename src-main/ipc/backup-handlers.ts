import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { ok } from '../../src-shared/result.ts'
import type { BackupService } from '../backup/backup-service.ts'
import type { PosHandlers } from './command-answerer.ts'

type BackupHandlers = Pick<PosHandlers, PosCommandName & `backup.${string}`>

export const backupHandlers = (open: () => Promise<BackupService>): BackupHandlers => ({
  'backup.save': async ({ passphrase }) => ok(await (await open()).save(passphrase)),
  'backup.open': async ({ passphrase }) => ok(await (await open()).open(passphrase)),
  'backup.restore': async () => (await open()).restore(),
})
