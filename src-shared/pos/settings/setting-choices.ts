/** The choices for some settings. Free of schemas, for the screens that offer them. */
export const colorSchemes = ['light', 'dark', 'auto'] as const

export const soundVolumes = ['quiet', 'normal', 'loud'] as const
export type SoundVolume = (typeof soundVolumes)[number]

export const customerDisplays = ['off', 'screen', 'window'] as const
