/** A telephone number for a log: its country and its last two digits, enough to compare two lines and not to call. */
export const maskPhone = (number: string): string =>
  number.length < 8 ? '***' : `${number.slice(0, 2)}***${number.slice(-2)}`
