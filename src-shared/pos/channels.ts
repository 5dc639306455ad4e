/**
 * IPC channel names, derived so that preload and main cannot drift apart. Apart from the commands' schemas, so
 * that the preload, which every window loads first, carries no schema library.
 */
export const channelOf = <Command extends string>(command: Command) => `pos:${command}` as const
export const snapshotChannel = 'pos:snapshot'
