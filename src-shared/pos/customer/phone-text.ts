/** Formats a telephone number for people: US and Canadian E.164 numbers in groups, any other unchanged. */
export function phoneText(phone: string): string {
  const groups = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return groups === null ? phone : `(${groups[1]})\u00A0${groups[2]}-${groups[3]}`
}
