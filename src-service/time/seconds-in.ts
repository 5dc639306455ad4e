/** Returns a duration for an error message: `1 second`, `20 seconds`. */
export const secondsIn = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
