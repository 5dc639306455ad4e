import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import { settingsSchema } from '../settings/settings.ts'
import type { BackupOpened, BackupSaved } from './backup.ts'
import { shortestPassphrase } from './passphrase.ts'
import { longestProfile, type ProfilePreview } from './profile.ts'

/** How the counter behaves at its computer, and what it has in common with others: rows of posCommands. */
export const computerCommands = {
  /** How it behaves at this computer, and what other counters call it. */
  'settings.computer': {
    right: 'set_up_terminals',
    payload: settingsSchema
      .pick({ start_with_computer: true, full_screen: true, keep_awake: true, counter_name: true })
      .partial()
      .strict(),
  },
  /** Saves what other counters may have, too. False: the person would rather not. */
  'settings.export_profile': { right: 'set_up_terminals', reply: reply<boolean>() },
  /** What a profile would change. */
  'settings.preview_profile': {
    right: 'set_up_terminals',
    payload: z.strictObject({ text: z.string().max(longestProfile) }),
    reply: reply<ProfilePreview>(),
  },
  /** Changes it. One with anything wrong in it changes nothing. */
  'settings.apply_profile': {
    right: 'set_up_terminals',
    payload: z.strictObject({ text: z.string().max(longestProfile) }),
    reply: reply<ProfilePreview>(),
  },
  /** Saves all that is the counter's, sealed. Null: the person would rather not. */
  'backup.save': {
    right: 'set_up_terminals',
    payload: z.strictObject({ passphrase: z.string().min(shortestPassphrase).max(200) }),
    reply: reply<BackupSaved | null>(),
  },
  /** Asks for a backup and opens it beside what is here. Null: the person would rather not. */
  'backup.open': {
    right: 'set_up_terminals',
    payload: z.strictObject({ passphrase: z.string().min(1).max(200) }),
    reply: reply<BackupOpened | null>(),
  },
  /** The backup that was opened takes this counter's place; Countertop starts anew. */
  'backup.restore': { right: 'set_up_terminals' },
} as const satisfies Readonly<Record<string, CommandRow>>
