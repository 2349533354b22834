/** Entry path of the back office after `#`, for code that runs before its screens load. */
export const backOfficeEntrance = '/staff/'
