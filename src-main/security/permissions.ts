import type { Session } from 'electron'

/** The permissions of pages, by origin. Pages need none: devices are used by main. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'app://pos': [],
  'app://terminal': [],
  'app://display': [],
}

const mayUse = (origin: string, permission: string): boolean =>
  allowed[origin.replace(/\/$/, '')]?.includes(permission) ?? false

/** Answers requests, checks and devices from the table; everything else is denied. */
export function restrictPermissions(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayUse(originOf(details.requestingUrl), permission)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(origin, permission))
  session.setDevicePermissionHandler(() => false)
}

function originOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}
