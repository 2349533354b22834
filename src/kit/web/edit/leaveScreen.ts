type Question = (leave: () => void) => void

/** The screen that is open has unsaved changes: it asks, and runs what was given after a yes. */
let openQuestion: Question | null = null

/** Sets what asks before the open screen is left; null: nothing is unsaved. */
export function setLeaveQuestion(question: Question | null): void {
  openQuestion = question
}

/** For a way out that is neither a link nor the browser's Back. */
export function leaveScreen(leave: () => void): void {
  if (openQuestion) openQuestion(leave)
  else leave()
}
