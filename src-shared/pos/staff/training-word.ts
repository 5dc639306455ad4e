/** In training, with no people set up and no real money, typing this resets a forgotten manager's PIN. */
export const trainingWord = 'TRAINING'
