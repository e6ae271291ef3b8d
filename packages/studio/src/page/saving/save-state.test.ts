import { expect } from 'chai';
import { describe, it } from 'mocha';
import { after, OPENED, type SaveEvent, type SaveState, statusOf } from './save-state.js';

const NOW = new Date(2026, 10, 30, 11, 0);
const AT = new Date(2026, 10, 30, 10, 12).toISOString();

const stateAfter = (...events: SaveEvent[]): SaveState => events.reduce(after, OPENED);
const said = (...events: SaveEvent[]): string | undefined => statusOf(stateAfter(...events), NOW)?.text;

const OPEN: SaveEvent = { on: 'open', savedAt: AT };
const EDIT: SaveEvent = { on: 'edit', isChanged: true };
const SEND: SaveEvent = { on: 'send' };
const OFFLINE: SaveEvent = { on: 'connection', isOnline: false };
const ONLINE: SaveEvent = { on: 'connection', isOnline: true };
const KEEP: SaveEvent = { on: 'keep', isKept: true };
const DONE: SaveEvent = { on: 'done', savedAt: AT, isChanged: false };
const BUSY: SaveEvent = { on: 'wait', why: 'The service cannot be reached.' };
const CHANGED: SaveEvent = { on: 'elsewhere', what: 'changed' };

describe('The state of saving', () => {
  it('is said in one line', () => {
    expect(said({ on: 'open', savedAt: undefined })).to.equal(undefined);
    expect(said(OPEN)).to.equal('Draft saved 10:12');
    expect(said(OPEN, EDIT)).to.equal('Unsaved changes');
    expect(said(OPEN, EDIT, { on: 'edit', isChanged: false })).to.equal('Draft saved 10:12');
    expect(said(OPEN, EDIT, SEND)).to.equal('Saving…');
    expect(said(OPEN, EDIT, SEND, DONE)).to.equal('Draft saved 10:12');
    expect(said(OPEN, EDIT, SEND, { on: 'refuse', why: 'It is too large.' })).to.equal(
      'Could not save: It is too large.',
    );
    expect(said(OPEN, EDIT, SEND, CHANGED)).to.equal('Changed elsewhere');
    expect(said(OPEN, { on: 'elsewhere', what: 'deleted' })).to.equal('Deleted elsewhere');
  });

  it('names the day of a draft that is older', () => {
    const tomorrow = new Date(2026, 11, 1, 9, 0);
    expect(statusOf(stateAfter(OPEN), tomorrow)?.text).to.equal('Draft saved 30 Nov, 10:12');
  });

  it('says without a connection whether the text is kept', () => {
    expect(said(OPEN, OFFLINE)).to.equal('Offline');
    expect(said(OPEN, EDIT, OFFLINE)).to.equal('Offline: not kept');
    expect(said(OPEN, EDIT, KEEP, OFFLINE)).to.equal('Offline: kept here');
    expect(said(OPEN, EDIT, KEEP, SEND, BUSY, OFFLINE)).to.equal('Offline: kept here');
    expect(said(OPEN, EDIT, KEEP, SEND, BUSY)).to.equal('Not saved yet, kept here: The service cannot be reached.');
    expect(said(OPEN, EDIT, KEEP, OFFLINE, ONLINE)).to.equal('Unsaved changes');
  });

  it('is unsaved when the text was edited while it was sent', () => {
    expect(said(OPEN, EDIT, SEND, EDIT)).to.equal('Saving…');
    expect(said(OPEN, EDIT, SEND, EDIT, { on: 'done', savedAt: AT, isChanged: true })).to.equal('Unsaved changes');
  });

  it('stays in conflict, or waiting, however the text is edited', () => {
    expect(stateAfter(OPEN, EDIT, SEND, CHANGED, EDIT).phase).to.equal('changed');
    expect(stateAfter(OPEN, EDIT, SEND, CHANGED, { on: 'edit', isChanged: false }).phase).to.equal('changed');
    expect(stateAfter(OPEN, EDIT, SEND, BUSY, EDIT).phase).to.equal('waiting');
    expect(stateAfter(OPEN, EDIT, SEND, { on: 'refuse', why: '' }, EDIT).phase).to.equal('unsaved');
    expect(stateAfter(OPEN, EDIT, SEND, CHANGED, SEND, DONE).phase).to.equal('saved');
  });

  it('keeps of another template only the connection', () => {
    const state = stateAfter(OPEN, EDIT, KEEP, OFFLINE, CHANGED, { on: 'open', savedAt: undefined });
    expect(state).to.deep.equal({ ...OPENED, isOnline: false });
  });
});
