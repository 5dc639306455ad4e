import type { z } from 'zod'
import { isJsonObject } from '../../src-shared/json-object.ts'
import {
  longestProfile,
  type ProfilePreview,
  type ProfileProblem,
  type ProfileSettings,
  profileKind,
  profileSchema,
  profileVersion,
  type SettingName,
  settingReach,
  sharedSettings,
} from '../../src-shared/pos/installer-tools/profile.ts'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

type Read = Result<ProfileSettings, readonly ProfileProblem[]>

/** More than a person corrects at once; a file of another kind may have thousands. */
const mostProblems = 50

/** Reads a profile, or lists its problems. A profile with a problem is not used at all. */
export function readProfile(text: string): Read {
  if (text.length > longestProfile) return one('not_profile')
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    // A picture, a table or a text has no JSON error to correct: the wrong file was chosen.
    return /^\s*\{/.test(text.replace(/^\uFEFF/, '')) || text.includes(`"${profileKind}"`)
      ? one('not_json', lineOfError(text, error))
      : one('not_profile')
  }
  if (!isJsonObject(json)) return one('not_profile')
  const { version } = json
  if (json.kind === profileKind && typeof version === 'number' && version > profileVersion)
    return one('newer', lineOf(text, 'version'), 'version')
  const present = migrated(json)
  if (present === null) return one('not_profile')
  const parsed = profileSchema.safeParse(present)
  if (parsed.success) return ok(parsed.data.settings as ProfileSettings)
  const wrong = parsed.error.issues.flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [null]
    return names.map((name) => ({ issue, name }))
  })
  const problems = wrong.slice(0, mostProblems).map(({ issue, name }): ProfileProblem => {
    const path = [...issue.path.map(String), ...(name === null ? [] : [name])]
    const isOwn = path.length === 2 && Object.hasOwn(settingReach, path[1] ?? '')
    const kind = name === null ? 'value' : isOwn ? 'own' : 'unknown'
    // For a nested value, only the name of the setting is certain to be on a line of its own.
    const place = { line: lineOf(text, path[1] ?? path[0] ?? ''), field: path.join('.') || null }
    const allowed = allowedBy(issue)
    if (allowed === null) return { kind, ...place }
    const setting = path.length === 2 ? (path[1] ?? '') : ''
    const unit = inCents.has(setting) ? { unit: 'cents' as const } : {}
    return { kind, ...place, allowed: isNullable(setting) ? `${allowed}, null` : allowed, ...unit }
  })
  // One problem per value is enough: a person who corrects it checks the whole value. In the order of the file's lines.
  const each = problems.filter(({ field }, at) => problems.findIndex((other) => other.field === field) === at)
  return err(each.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)))
}

const inCents: ReadonlySet<string> = new Set<SettingName>(['ask_above', 'cash_step'])

const isNullable = (setting: string): boolean =>
  Object.hasOwn(settingReach, setting) && profileSchema.shape.settings.safeParse({ [setting]: null }).success

/** The allowed values, where they can be listed briefly. */
function allowedBy(issue: z.core.$ZodIssue): string | null {
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(', ')
    case 'invalid_type':
      return issue.expected === 'boolean' ? 'true, false' : null
    case 'too_small':
      return isOfNumber(issue.origin) ? `≥ ${issue.minimum}` : null
    case 'too_big':
      return isOfNumber(issue.origin) ? `≤ ${issue.maximum}` : null
    case 'invalid_union': {
      const each = issue.errors.flat().map(allowedBy)
      return each.includes(null) || each.length === 0 ? null : each.join(', ')
    }
    default:
      return null
  }
}

const isOfNumber = (origin: string): boolean => origin === 'number' || origin === 'int'

/** Converts the earlier form: the first counters were set up alike by copying another one's settings.json. */
function migrated(json: Readonly<Record<string, unknown>>): unknown {
  if (json.kind === profileKind) return json
  if ('kind' in json || !('language' in json) || !('color_scheme' in json)) return null
  const settings = Object.fromEntries(
    sharedSettings.filter((name) => name in json).map((name) => [name, json[name]] as const),
  )
  return { kind: profileKind, version: profileVersion, settings }
}

/** @param locked the organisation's settings, which no profile changes */
export function previewProfile(
  read: Read,
  present: Settings,
  locked: readonly SettingName[],
): ProfilePreview {
  if (!read.ok) return { problems: read.error, changes: [], locked: [], same: 0 }
  const given = sharedSettings.filter((name) => name in read.value)
  const differing = given.filter(
    (name) => JSON.stringify(read.value[name as keyof ProfileSettings]) !== JSON.stringify(present[name]),
  )
  return {
    problems: [],
    changes: differing
      .filter((name) => !locked.includes(name))
      .map((name) => ({
        name,
        before: present[name],
        after: read.value[name as keyof ProfileSettings],
      })),
    locked: differing.filter((name) => locked.includes(name)),
    same: given.length - differing.length,
  }
}

export const changesOf = ({ changes }: ProfilePreview): Partial<Settings> =>
  Object.fromEntries(changes.map(({ name, after }) => [name, after]))

/** As a file for people to read and edit. */
export function writeProfile(present: Settings): string {
  const settings = Object.fromEntries(sharedSettings.map((name) => [name, present[name]]))
  return `${JSON.stringify({ kind: profileKind, version: profileVersion, settings }, null, 2)}\n`
}

const one = (kind: ProfileProblem['kind'], line: number | null = null, field: string | null = null): Read =>
  err([{ kind, line, field }])

function lineOf(text: string, name: string): number | null {
  const at = text.split('\n').findIndex((line) => line.includes(`"${name}"`))
  return at === -1 ? null : at + 1
}

/** The line where the parser stopped, from its message; the last line where the text is incomplete. */
function lineOfError(text: string, error: unknown): number {
  const message = messageOf(error)
  const position = /position (\d+)/.exec(message)?.[1]
  if (position === undefined && message.includes('is not valid JSON')) return firstUnreadableLine(text)
  const before =
    position === undefined ? text.trimEnd() : text.slice(0, Math.min(Number(position), text.trimEnd().length))
  return before.split('\n').length
}

/** For a token reported without a position: the first line at which the text so far becomes invalid. */
function firstUnreadableLine(text: string): number {
  const lines = text.split('\n')
  let [readable, unreadable] = [0, lines.length]
  while (unreadable - readable > 1) {
    const middle = (readable + unreadable) >> 1
    if (hasStrayToken(lines.slice(0, middle).join('\n'))) unreadable = middle
    else readable = middle
  }
  return unreadable
}

function hasStrayToken(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return false
  } catch (error) {
    return messageOf(error).includes('is not valid JSON')
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')
