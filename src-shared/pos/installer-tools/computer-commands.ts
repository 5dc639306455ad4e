import { z } from 'zod'
import { type CommandRow, reply } from '../command-row.ts'
import { settingsSchema } from '../snapshot.ts'
import { longestProfile, type ProfilePreview } from './profile.ts'

/** How the counter behaves at its computer, and what it has in common with others: rows of posCommands. */
export const computerCommands = {
  /** How it behaves at this computer. */
  'settings.computer': {
    right: 'set_up_terminals',
    payload: settingsSchema.pick({ start_with_computer: true, full_screen: true, keep_awake: true }),
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
} as const satisfies Readonly<Record<string, CommandRow>>
