/** A refused call: its status and the name of the reason. */
export class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number, name: string) {
    super(name)
    this.statusCode = statusCode
  }
}
