import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { isOnNetwork } from '../../src-shared/pos/settings/network-folder.ts'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { lockedIn } from '../settings/settings.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'

type SettingsHandlers = Pick<PosHandlers, PosCommandName & `settings.${string}`>

/** The settings of the counter's computer. */
const ofComputer = ['start_with_computer', 'full_screen', 'keep_awake'] as const satisfies (keyof Settings)[]

/** The commands on the counter's settings; those set by the organisation cannot be changed. */
export function settingsHandlers(
  context: Pick<CommandContext, 'settings' | 'chooseFolder' | 'saveFile' | 'computer'>,
): SettingsHandlers {
  const { settings } = context

  async function change(changes: Partial<Settings>): Promise<Result<null, CommandRefusal>> {
    const locked = lockedIn(settings, changes)
    if (locked.length > 0)
      return refuse('set_by_organisation', `${locked.join(', ')}: set by the organisation`)
    await settings.update(changes)
    return ok(null)
  }

  const preview = async (text: string) => {
    const { previewProfile, readProfile } = await import('../profile/read-profile.ts')
    return previewProfile(readProfile(text), settings.present(), settings.locked)
  }

  /** Reports what the computer did not do; the settings are saved all the same. */
  async function act(changes: Partial<Settings>): Promise<Result<null, CommandRefusal>> {
    if (!ofComputer.some((name) => name in changes)) return ok(null)
    const failed = await (await context.computer()).apply(settings.present())
    return failed === null ? ok(null) : refuse('failed', failed)
  }

  return {
    'settings.update': (changes) => change(given(changes)),
    'settings.tips': change,
    'settings.counter_name': change,
    'settings.ask_above': change,
    'settings.cash': change,
    'settings.day': change,
    'settings.tabs': change,
    'settings.customer_display': change,
    'settings.display_pictures': async ({ choose }) => {
      const folder = choose ? await context.chooseFolder() : null
      if (folder !== null && isOnNetwork(folder))
        return refuse('folder_on_network', `${folder} is on another computer`)
      return folder !== null || !choose ? change({ display_pictures: folder }) : ok(null)
    },
    'settings.surcharge': change,
    'settings.discounts': change,
    'settings.computer': async (asked) => {
      const changes = given(asked)
      const changed = await change(changes)
      return changed.ok ? act(changes) : changed
    },
    'settings.export_profile': async () => {
      const { writeProfile } = await import('../profile/read-profile.ts')
      return ok(await context.saveFile('countertop-profile.json', writeProfile(settings.present())))
    },
    'settings.preview_profile': async ({ text }) => ok(await preview(text)),
    'settings.apply_profile': async ({ text }) => {
      const planned = await preview(text)
      if (planned.changes.length === 0) return ok(planned)
      const { changesOf } = await import('../profile/read-profile.ts')
      const changes = changesOf(planned)
      await settings.update(changes)
      const acted = await act(changes)
      return acted.ok ? ok(planned) : acted
    },
  }
}

/** Removes keys whose value is undefined, which a page can send. */
const given = <Value extends object>(
  changes: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>
  }
