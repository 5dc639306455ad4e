/** A time as the sentence of an error has it: `1 second`, `20 seconds`. */
export const secondsIn = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
