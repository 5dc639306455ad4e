import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import { settingsSchema } from '../settings/settings.ts'
import type { BackupOpened, BackupSaved } from './backup.ts'
import { shortestPassphrase } from './passphrase.ts'
import { longestProfile, type ProfilePreview } from './profile.ts'

/** The counter's behaviour on its computer, and settings that it shares with others: rows of posCommands. */
export const computerCommands = {
  /** Sets its behaviour on this computer, and its name for other counters. */
  'settings.computer': {
    right: 'set_up_terminals',
    payload: settingsSchema
      .pick({ start_with_computer: true, full_screen: true, keep_awake: true, counter_name: true })
      .partial()
      .strict(),
  },
  /** Saves the settings that other counters may share. False: the person cancelled. */
  'settings.export_profile': { right: 'set_up_terminals', reply: reply<boolean>() },
  /** The changes that a profile would make. */
  'settings.preview_profile': {
    right: 'set_up_terminals',
    payload: z.strictObject({ text: z.string().max(longestProfile) }),
    reply: reply<ProfilePreview>(),
  },
  /** Applies a profile. If it has any error, nothing is changed. */
  'settings.apply_profile': {
    right: 'set_up_terminals',
    payload: z.strictObject({ text: z.string().max(longestProfile) }),
    reply: reply<ProfilePreview>(),
  },
  /** Saves all of the counter's data, encrypted. Null: the person cancelled. */
  'backup.save': {
    right: 'set_up_terminals',
    payload: z.strictObject({ passphrase: z.string().min(shortestPassphrase).max(200) }),
    reply: reply<BackupSaved | null>(),
  },
  /** Asks for a backup and opens it without replacing anything. Null: the person cancelled. */
  'backup.open': {
    right: 'set_up_terminals',
    payload: z.strictObject({ passphrase: z.string().min(1).max(200) }),
    reply: reply<BackupOpened | null>(),
  },
  /** Replaces this counter's data by the opened backup, and restarts Countertop. */
  'backup.restore': { right: 'set_up_terminals' },
} as const satisfies Readonly<Record<string, CommandRow>>
