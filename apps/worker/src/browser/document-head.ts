/** Puts elements of the service into the heads of documents. */

/** The beginning of every checked document. Names of attributes may begin with an equals sign, and have any other blanks than a space. */
const BEGIN = /^(?:<!DOCTYPE html>)?<html(?: =?[^ =]*="[^"]*")*><head(?: =?[^ =]*="[^"]*")*>/;

/** Returns the document with more elements at the beginning of its head. */
export const beginningWith = (elements: string, html: string): string =>
  elements === '' ? html : html.replace(BEGIN, (begin) => `${begin}${elements}`);
