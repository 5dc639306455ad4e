/** A telephone number as people read it: E.164 of the United States and Canada in its groups, any other as it is. */
export function phoneText(phone: string): string {
  const groups = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return groups === null ? phone : `(${groups[1]})\u00A0${groups[2]}-${groups[3]}`
}
