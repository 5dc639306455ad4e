/** What the app sends to the service in its utility process to stop it; Windows has no signal for this. */
export const stopMessage = 'stop'
