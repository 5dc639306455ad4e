/** In training, where nobody is set up and no money moves, whoever types this chooses a forgotten manager's PIN anew. */
export const trainingWord = 'TRAINING'
