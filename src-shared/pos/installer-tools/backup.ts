import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'

/** What a backup says of itself, first of all that is in it. */
export const backupManifestSchema = z.object({
  kind: z.literal('countertop-backup'),
  version: z.literal(1),
  made_at: timestampSchema,
  /** Of Countertop. */
  program: z.string(),
  shop: z.string(),
  counter: z.string(),
  training: z.boolean(),
  /** Sales in its book. */
  sales: z.number().int(),
})
export type BackupManifest = z.infer<typeof backupManifestSchema>

/** What a backup that was opened would bring. */
export interface BackupPreview extends BackupManifest {
  readonly files: number
  /** This counter has sales of its own, which would be put aside. */
  readonly replaces: number
  /** PINs were made with a secret that only a computer with a keychain can keep. */
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
      /** The folder that it was about: where it was to go, or the counter's own. */
      readonly place: string
    }

export type BackupOpened =
  | { readonly kind: 'opened'; readonly preview: BackupPreview }
  | { readonly kind: 'problem'; readonly problem: BackupProblem }
