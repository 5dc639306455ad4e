import { useSyncExternalStore } from 'react'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'

export type Scheme = 'light' | 'dark'

const query = '(prefers-color-scheme: dark)'

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** The colour scheme: the setting, or the system's preference. */
export function useScheme(setting: Settings['color_scheme']): Scheme {
  const systemIsDark = useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
  if (setting !== 'auto') return setting
  return systemIsDark ? 'dark' : 'light'
}

export const otherScheme = (scheme: Scheme): Scheme => (scheme === 'light' ? 'dark' : 'light')
