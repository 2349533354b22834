/** Where the back office begins, as a path after `#`: for those who lead there before its screens are loaded. */
export const deskEntrance = '/staff/'
