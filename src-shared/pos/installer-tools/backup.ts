import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'

/** The manifest, which is the first part of a backup. */
export const backupManifestSchema = z.object({
  kind: z.literal('countertop-backup'),
  version: z.literal(1),
  made_at: timestampSchema,
  /** The version of Countertop. */
  program: z.string(),
  shop: z.string(),
  counter: z.string(),
  training: z.boolean(),
  /** Number of sales in its book. */
  sales: z.number().int(),
})
export type BackupManifest = z.infer<typeof backupManifestSchema>

/** The content of a backup that was opened. */
export interface BackupPreview extends BackupManifest {
  readonly files: number
  /** Number of this counter's own sales, which would be put aside. */
  readonly replaces: number
  /** The PINs are lost: they depend on a secret that only a computer with a keychain can keep. */
  readonly pins_lost: boolean
}

export const backupProblems = [
  'not_backup',
  'newer',
  'passphrase',
  'damaged',
  'disk_full',
  'unreadable',
] as const
export type BackupProblem = (typeof backupProblems)[number]

export type BackupSaved =
  | { readonly kind: 'saved'; readonly bytes: number; readonly files: number; readonly at: string }
  | {
      readonly kind: 'not_saved'
      readonly why: 'disk_full' | 'busy' | 'unwritable'
      /** The folder concerned: the target folder, or the counter's own. */
      readonly place: string
    }

export type BackupOpened =
  | { readonly kind: 'opened'; readonly preview: BackupPreview }
  | { readonly kind: 'problem'; readonly problem: BackupProblem }
