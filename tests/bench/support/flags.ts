/** The value of `--name=value` on the command line. */
export const flag = (name: string): string | undefined =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3)

export const numberFlag = (name: string, otherwise: number): number => {
  const given = flag(name)
  if (given === undefined) return otherwise
  const value = Number(given)
  if (Number.isFinite(value) && value >= 0) return value
  throw new Error(`--${name} takes a number, not ${given}`)
}
