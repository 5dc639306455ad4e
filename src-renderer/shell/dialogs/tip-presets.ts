/** The available tips, in whole percent. */
export const offeredTips = [10, 12, 15, 18, 20, 25] as const

/** A terminal shows at most three. */
const mostTips = 3

/** Adds or removes a percentage; a fourth changes nothing. Sorted as the terminal shows them. */
export function toggleTip(presets: readonly number[], percent: number): number[] {
  if (presets.includes(percent)) return presets.filter((other) => other !== percent)
  if (presets.length >= mostTips) return [...presets]
  return [...presets, percent].sort((one, other) => one - other)
}

export const canToggleTip = (presets: readonly number[], percent: number): boolean =>
  presets.includes(percent) || presets.length < mostTips
