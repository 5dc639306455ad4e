/**
 * Names the program on Windows, as its shortcuts do (`appId` in electron-builder.yml): the window is grouped with the pinned
 * shortcut in the taskbar, and not under Electron's name.
 */
export const appUserModelId = 'org.countertop.pos'
